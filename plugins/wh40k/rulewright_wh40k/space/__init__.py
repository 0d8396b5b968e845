"""The battlefield: what stands where, who is engaged and sees whom, and questions that are answered with places."""
