"""What analysts and intruders compute from a release, in plain pandas: nothing of the core."""
