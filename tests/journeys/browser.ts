import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The same browser without the parts that only people at a screen need: it takes half of the processor's time. */
const withoutWindows = ['/usr/bin/chromium-headless-shell']

type Browser = Pick<LaunchOptions, 'executablePath' | 'env'>

/**
 * A browser for the tests, as options for Playwright: the one named, one that is installed, the one that Playwright
 * downloaded, or the one that npm brought. The last has no windows, and runs on Linux with an x64 processor.
 * @throws when there is none, with the command that installs one
 */
export function findBrowser({ hasWindows = true } = {}): Browser {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is nothing there.`)
    return { executablePath: named, env: environment() }
  }
  const found = [...(hasWindows ? [] : withoutWindows), ...installed, chromium.executablePath()].find((path) =>
    existsSync(path),
  )
  if (found) return { executablePath: found, env: environment() }
  if (!hasWindows && process.platform === 'linux' && process.arch === 'x64' && existsSync(npmBrowser)) {
    const folder = unpacked('chromium')
    return {
      executablePath: join(folder, 'chromium'),
      env: { ...environment(), LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
    }
  }
  throw new Error(
    `The browser tests need Chromium${hasWindows ? ', here one with windows' : ''}. Run: npx playwright install --with-deps chromium\nOr set CHROMIUM_PATH to one that you have.`,
  )
}

const root = resolve(import.meta.dirname, '../..')
const npmBrowser = join(root, 'node_modules/@sparticuz/chromium')

function environment() {
  if (process.platform !== 'linux') return { ...process.env }
  return {
    ...process.env,
    // In a locale that knows no letters but ASCII, Chromium loses a download below a folder that has others in its path.
    LC_ALL: 'C.UTF-8',
    // On a machine without fonts all letters but those of our own fonts are nothing wide, and Bangla ones are boxes
    // until ours are here.
    FONTCONFIG_FILE: join(unpacked('fonts'), 'fonts.conf'),
  }
}

/** The folder with what `unpack.ts` makes; several processes may ask at once. Chromium takes six seconds and 220 MB. */
function unpacked(what: 'chromium' | 'fonts') {
  const { version } = JSON.parse(readFileSync(join(npmBrowser, 'package.json'), 'utf8'))
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `${what}-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  try {
    const { status, stderr, error } = spawnSync(
      process.execPath,
      [join(root, 'tests/journeys/unpack.ts'), what, fresh],
      {
        cwd: root,
        // The last one makes the package bring the libraries that a bare machine lacks.
        env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`${what} cannot be unpacked to ${fresh}: ${error?.message ?? stderr}`)
    // The name comes last: what has it is complete.
    renameSync(fresh, folder)
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}
