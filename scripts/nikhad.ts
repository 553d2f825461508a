import { parseArgs } from 'node:util'
import { aboutPackage, commandLine } from '#src/platform/root.server.ts'
import { commands } from './commands.ts'

// The program behind `bin/nikhad`.

const [name = '', ...given] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

function usageOf(name: string) {
  const { operands, options = {} } = commands[name]!
  const optional = Object.entries(options).map(([option, value]) => `[--${option}${value ? ` ${value}` : ''}]`)
  return commandLine(name, [...operands, ...optional].join(' '))
}

function listOfCommands() {
  const usages = Object.entries(commands).map(([name, { does }]) => [usageOf(name), does] as const)
  const width = Math.max(...usages.map(([usage]) => usage.length))
  return [
    'Commands of Nikhad:',
    ...usages.map(([usage, does]) => `  ${usage.padEnd(width)}  ${does}`),
    'Settings are environment variables, or lines of a file .env in the present folder. See docs/operating.md.',
  ].join('\n')
}

/** What follows the command; undefined when it is not what the command takes. */
function parsed({ operands, options = {} }: (typeof commands)[string]) {
  const types = Object.entries(options).map(([option, value]) => [option, { type: value ? 'string' : 'boolean' }])
  try {
    const { positionals, values } = parseArgs({
      args: given,
      options: Object.fromEntries(types) as Record<string, { type: 'string' | 'boolean' }>,
      allowPositionals: true,
    })
    const isComplete = positionals.length === operands.length && positionals.every((operand) => operand !== '')
    return isComplete ? { positionals, values: values as Record<string, string | boolean | undefined> } : undefined
  } catch {
    return undefined
  }
}

if (name === '--version') console.log(`Nikhad ${aboutPackage().version}`)
else if (name === '--help') console.log(listOfCommands())
else if (!command) {
  console.error(`${name ? `There is no command ${name}.` : 'Which command?'}\n${listOfCommands()}`)
  process.exitCode = 1
} else if (given.includes('--help')) console.log(`Usage: ${usageOf(name)}\nIt ${command.does}.`)
else {
  const wanted = parsed(command)
  if (wanted)
    await command.run(wanted.positionals, wanted.values).catch(async (error: unknown) => {
      await (await import('./database.ts')).fail(error)
    })
  else {
    console.error(`Usage: ${usageOf(name)}`)
    process.exitCode = 1
  }
}
