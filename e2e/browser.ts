import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** In a locale that knows no letters but ASCII, Chromium loses a download below a folder that has others in its path. */
const environment = { ...process.env, LC_ALL: 'C.UTF-8' }

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
    return { executablePath: named, env: environment }
  }
  const found = [...(hasWindows ? [] : withoutWindows), ...installed, chromium.executablePath()].find((path) =>
    existsSync(path),
  )
  if (found) return { executablePath: found, env: environment }
  if (!hasWindows && process.platform === 'linux' && process.arch === 'x64' && existsSync(npmBrowser))
    return unpackedNpmBrowser()
  throw new Error(
    `The browser tests need Chromium${hasWindows ? ', here one with windows' : ''}. Run: npx playwright install --with-deps chromium\nOr set CHROMIUM_PATH to one that you have.`,
  )
}

const modules = resolve(import.meta.dirname, '../node_modules')
const npmBrowser = join(modules, '@sparticuz/chromium')

/** Unpacks once, which takes six seconds and 220 MB. Several processes may ask at once. */
function unpackedNpmBrowser(): Browser {
  const { version } = JSON.parse(readFileSync(join(npmBrowser, 'package.json'), 'utf8'))
  const folder = join(modules, `.cache/chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(join(modules, '.cache'), { recursive: true })
    const fresh = mkdtempSync(`${folder}-`)
    try {
      unpackInto(fresh)
      // The name comes last: what has it is complete.
      renameSync(fresh, folder)
    } catch (error) {
      // Another process was quicker.
      if (!existsSync(folder)) throw error
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...environment,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      // A machine without fonts would show no letters but those of our own fonts.
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** The package unpacks to the temporary folder; this variable makes it bring the libraries that a bare machine lacks. */
function unpackInto(folder: string) {
  const script = `await (await import('@sparticuz/chromium')).default.executablePath()`
  const { status, stderr, error } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: modules,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium cannot be unpacked to ${folder}: ${error?.message ?? stderr}`)
  writeFileSync(
    join(folder, 'fonts.conf'),
    '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="relative">font-cache</cachedir></fontconfig>\n',
  )
}
