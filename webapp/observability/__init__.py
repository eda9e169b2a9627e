"""What an operator sees from outside: ids of requests, the form of log lines, counted numbers."""
