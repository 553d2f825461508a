import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

const later =
  /src\/(ui\/(data-table|paged-table|error-summary|checked-form|dialog|form-card)|platform\/http\/(lists|bulk)|sign-in\/(attempt|sign-in|popup|provider-buttons|links\/contract)|account\/contract)\.tsx?$/

/** Small parts of the frame and of the pages that a visitor sees first: one file instead of three. */
const firstViews = /src\/(ui\/(sheet|page-on-its-way|pill|card)|biodata\/biodata-card)\.tsx?$/

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [serverOnly, tailwindcss(), react()],
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        rollupOptions: { input: 'src/site/render.server.tsx' },
        minify: false,
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        // Fonts and pictures stay files: inlined ones would be sent with every page.
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: 'src/site/browser.tsx',
          output: {
            // What most pages share is one file: on a slow line every file more costs more than its bytes. Tables and
            // forms are shared by many pages, too, but not by those that a visitor sees first.
            codeSplitting: {
              groups: [
                { name: 'site', minShareCount: 6, test: (id) => !later.test(id), priority: 1 },
                { name: 'forms', test: later },
                { name: 'frame', test: firstViews },
              ],
            },
          },
        },
      },
  ssr: { noExternal: ['sonner'] },
}))
