"""The straight path: resolve a project, execute the plan, seal the release, verify it."""
