import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { sharedFiles } from './scripts/shared-files.ts'

/** What runs on the server never reaches a browser: the build fails, and says who asked for it. */
const serverOnly: Plugin = {
  name: 'server-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (this.environment.config.consumer === 'client' && /\.server(\.tsx?)?$/.test(source)) {
      this.error(`${importer} imports ${source}, which is for the server only`)
    }
  },
}

/** On the server zod itself. */
const lightSchemas: Plugin = {
  name: 'light-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod/mini' && this.environment.config.consumer === 'client')
      return this.resolve('/src/platform/schemas/schemas.browser.ts', importer)
  },
}

/**
 * V8 keeps the text of a program in memory, with two bytes for each letter where one of them needs two: two hundred
 * quotation marks in millions of letters would double it. Texts in Bangla are shorter as they are.
 */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_, bundle) {
    const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      if (/\\[^\0-\xff]/.test(chunk.code)) this.error(`${chunk.fileName} has a letter behind a backslash`)
      const narrower = chunk.code.replace(/[^\0-\xff]/g, escaped)
      if (narrower.length < 2 * chunk.code.length) chunk.code = narrower
    }
  },
}

/** What an endpoint is for stands in /api/docs; no page says it: 0.3 KB less of browse, 0.2 of the login, compressed. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (this.environment.config.consumer !== 'client' || !id.endsWith('contract.ts')) return
    const text = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
    const short = code.replace(new RegExp(`^ +summary:\\s*${text}(?:\\s*\\+\\s*${text})*,$`, 'gm'), '')
    if (/summary:\s*['"`]/.test(short)) this.error(`A summary in ${id} is written in another way`)
    return { code: short, map: null }
  },
}

/** Whose work is in what was built: a release says so (scripts/release.ts). */
const license = { fileName: '.vite/license.json' }

const configOf = (command: string, isSsrBuild?: boolean, shared?: (id: string) => string | null): UserConfig => ({
  plugins: [serverOnly, lightSchemas, withoutSummaries, react(), ...(isSsrBuild ? [narrow] : [])],
  resolve: {
    alias: [
      // Of lucide only the drawings: its components cost more than the icons, and ours need none of what they can do.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: '/src/ui/art/drawn-icon.ts' },
    ],
  },
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        emptyOutDir: true,
        target: 'esnext',
        license,
        rollupOptions: {
          // Of a package of the demo's sign-in sandbox, which names functions by it.
          checks: { eval: false },
          output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash:7].js', comments: false },
        },
        minify: false,
        // The dashboard's sheet is part of its HTML.
        cssMinify: true,
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        license,
        target: 'es2022',
        // For older ones the colours that are mixed would be written twice (docs/decisions/027-first-view.md).
        cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
        // Fonts and pictures stay files: inlined ones would be sent with every page.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: {
          // What a feature shows others is listed in files of its own: a page loads only what it uses of a list.
          treeshake: { moduleSideEffects: (id) => !/\/src\/(features|ui|texts)\/.*\.tsx?$/.test(id) },
          // Read by the server, which tells every page what it needs of them.
          input: ['src/app/pages/browser.tsx', 'src/ui/styles.css', 'src/ui/fonts.css'],
          output: {
            // Each page's name is loaded with every page; with eight letters instead of seven it is a hundred bytes more.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                // Together they are 1 KB smaller than React's parts apart, and the file stays the same from release to release.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
                ...(shared
                  ? [{ name: shared, debugName: 'shared', priority: 1, includeDependenciesRecursively: false }]
                  : []),
              ],
            },
          },
        },
      },
  // What the server uses is in its files: to find and read two thousand of packages would be most of a start, and a release
  // has no packages beside it. Nobody has pg-native (docs/decisions/022-one-release.md).
  // In development Node loads packages itself, but the one that the alias above changes.
  ssr: command === 'serve' ? { noExternal: ['lucide-react'] } : { noExternal: true, external: ['pg-native'] },
})

export default defineConfig(async ({ command, isSsrBuild }) => {
  const forBrowsers = command === 'build' && !isSsrBuild
  return configOf(command, isSsrBuild, forBrowsers ? await sharedFiles(configOf(command)) : undefined)
})
