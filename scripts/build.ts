import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { earlyScript } from './early.ts'
import { subsetFonts } from './fonts.ts'

/** What a real site runs: the server, its pages, and the commands of the operator. */
const product = {
  nikhad: 'scripts/nikhad.ts',
  serve: 'src/app/server/serve.ts',
  render: 'src/app/pages/render.server.tsx',
}
/** Has more beside it, of which nothing is in the product. */
const beside = { demo: 'demo/demo.ts', generate: 'scripts/generate.ts', faults: 'trials/faults/server.ts' }

// biome-ignore lint/style/noProcessEnv: it is for Vite, and no setting of ours
process.env.NODE_ENV = 'production'
await subsetFonts('dist/fonts')
await build({ logLevel: 'warn' })
const programs = { 'dist/server': product, 'dist/beside': beside }
for (const [outDir, input] of Object.entries(programs))
  await build({ logLevel: 'warn', build: { ssr: true, outDir, rollupOptions: { input } } })
await writeFile('dist/early.js', await earlyScript())

// The browser's half of the payment sandbox, loaded by its address as Stripe.js is.
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/beside/stripe',
    target: 'es2022',
    rollupOptions: {
      input: 'sandbox/stripe/stripe-js.ts',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'stripe-js.js' },
    },
  },
})
await copyFile('sandbox/stripe/card.css', 'dist/beside/stripe/card.css')

// Compressed once, as well as it goes, instead of at every request.
const folder = 'dist/client'
const compressible = (await readdir(folder, { recursive: true })).filter((file) =>
  /\.(js|css|svg|html|txt)$/.test(file),
)
await Promise.all(
  compressible.map(async (file) => {
    const path = join(folder, file)
    const content = await readFile(path)
    await writeFile(
      `${path}.br`,
      await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }),
)
