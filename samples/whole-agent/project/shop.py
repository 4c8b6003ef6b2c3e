price = 100
