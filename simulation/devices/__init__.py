"""Stand-ins for devices: camera, board of holes, brokers. Tests, benches and the demo use them."""
