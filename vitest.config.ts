import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'sandbox/**/*.test.ts',
      'demo/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/**/*.test.ts',
      'faults/**/*.test.ts',
      'bench/**/*.test.ts',
      'cluster/**/*.test.ts',
    ],
    globalSetup: 'test/global-setup.server.ts',
    // A machine that others use too is slow, not wrong: tests claim counts and relations, no times.
    testTimeout: 120_000,
    // Its default leaves a core idle.
    maxWorkers: '100%',
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
