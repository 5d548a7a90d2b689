Route #1: 2
Route #2: 1 3
Cost 23
