// The games of benchmarks/games in boardgame.io, played at random through its bare reducer.
// Reads lines "run GAME SECONDS" and "trace GAME COUNT" from standard input; answers each with one line of JSON.
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal');
const { INVALID_MOVE } = require('boardgame.io/core');
const readline = require('readline');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const tictactoe = {
  setup: () => ({ cells: new Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, ctx }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = ctx.currentPlayer;
    },
  },
  endIf({ G, ctx }) {
    const me = ctx.currentPlayer;
    if (LINES.some(line => line.every(cell => G.cells[cell] === me))) return { winner: me };
    if (!G.cells.includes(null)) return { winner: null };
  },
};

const duel = {
  setup({ random }) {
    const deck = random.Shuffle(Array.from({ length: 60 }, (_, card) => card));
    return { deck, hands: [[], []], boards: [[], []], hp: [30, 30] };
  },
  phases: {
    draft: {
      start: true,
      next: 'battle',
      turn: { minMoves: 1, maxMoves: 1 },
      moves: {
        take({ G, ctx }, count) {
          for (let i = 0; i < count; i++) G.hands[ctx.currentPlayer].push(G.deck.pop());
        },
      },
      endIf: ({ G }) => G.hands.every(hand => hand.length >= 5),
    },
    battle: {
      turn: {
        activePlayers: { currentPlayer: 'main' },
        onBegin({ G, ctx }) {
          if (G.deck.length > 0) G.hands[ctx.currentPlayer].push(G.deck.pop());
        },
        stages: {
          main: {
            next: 'attack',
            moves: {
              play({ G, ctx, events }, place) {
                const hand = G.hands[ctx.currentPlayer];
                if (place >= hand.length) return INVALID_MOVE;
                G.boards[ctx.currentPlayer].push(...hand.splice(place, 1));
                events.endStage();
              },
              skip({ events }) { events.endStage(); },
            },
          },
          attack: {
            moves: {
              strike({ G, ctx, random, events }, place) {
                const board = G.boards[ctx.currentPlayer];
                if (place >= board.length) return INVALID_MOVE;
                board.splice(place, 1);
                G.hp[1 - ctx.currentPlayer] -= random.D6();
                events.endTurn();
              },
              hold({ events }) { events.endTurn(); },
            },
          },
        },
      },
    },
  },
  endIf({ G, ctx }) {
    if (G.hp[0] <= 0) return { winner: '1' };
    if (G.hp[1] <= 0) return { winner: '0' };
    if (ctx.turn > 200) return { winner: null };
  },
};

const asked = ctx => ctx.activePlayers ? Object.keys(ctx.activePlayers)[0] : ctx.currentPlayer;

// The legal moves as pairs of name and argument; null is the move without one.
function legal(name, { G, ctx }, player) {
  if (name === 'tictactoe') {
    const moves = [];
    for (let cell = 0; cell < 9; cell++) if (G.cells[cell] === null) moves.push(['mark', cell]);
    return moves;
  }
  if (ctx.phase === 'draft') return [['take', 1], ['take', 2], ['take', 3]];
  const main = ctx.activePlayers[player] === 'main';
  const moves = [[main ? 'skip' : 'hold', null]];
  const cards = (main ? G.hands : G.boards)[player].length;
  for (let place = 0; place < cards; place++) moves.push([main ? 'play' : 'strike', place]);
  return moves;
}

const GAMES = { tictactoe, duel };
let seed = 0;

function play(name, tell) {
  const game = ProcessGameConfig({ ...GAMES[name], seed: ++seed });
  const reduce = CreateGameReducer({ game });
  let state = InitializeGame({ game, numPlayers: 2 });
  const story = tell && { deck: state.G.deck || null, moves: [], damage: [] };
  let decisions = 0;
  while (state.ctx.gameover === undefined && decisions < 5000) {
    const player = asked(state.ctx);
    const moves = legal(name, state, player);
    const [type, argument] = moves[Math.floor(Math.random() * moves.length)];
    const before = state;
    state = reduce(state, {
      type: 'MAKE_MOVE',
      payload: { type, args: argument === null ? [] : [argument], playerID: player, credentials: undefined },
    });
    decisions++;
    if (story) {
      story.moves.push([Number(player), argument]);
      if (type === 'strike') story.damage.push(before.G.hp[1 - player] - state.G.hp[1 - player]);
    }
  }
  if (state.ctx.gameover === undefined) throw new Error(`${name} does not end`);
  const winner = state.ctx.gameover.winner;
  return story ? { ...story, winners: winner === null ? [] : [Number(winner)] } : decisions;
}

function run(name, seconds) {
  const start = performance.now();
  let decisions = 0;
  while (performance.now() - start < seconds * 1000) decisions += play(name, false);
  return { decisions, seconds: (performance.now() - start) / 1000 };
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  const [order, name, number] = line.split(' ');
  const answer = order === 'run'
    ? run(name, Number(number))
    : Array.from({ length: Number(number) }, () => play(name, true));
  console.log(JSON.stringify(answer));
});
