import { build, type Rollup } from 'vite'

/** The script that every document holds in its head: no file of its own for browsers. */
export async function earlyScript() {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: 'src/app/pages/early.ts', output: { format: 'iife' } },
    },
  })
  return (built as Rollup.RollupOutput).output[0].code
}
