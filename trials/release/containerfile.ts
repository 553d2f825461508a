/** What a container engine does with a Containerfile, as far as ours uses it. Throws on an instruction that it does not know. */
export function stepsOf(text: string, given: Record<string, string>) {
  const args: Record<string, string> = {}
  const build: { add?: string; run?: string }[] = []
  const env: Record<string, string> = {}
  let [user, cwd] = ['root', '/']
  let [healthcheck, program]: [string[], string[]] = [[], []]
  for (const line of text.replaceAll('\\\n', '').split('\n')) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (!instruction && (line === '' || line.startsWith('#'))) continue
    const filled = rest.replace(/\$\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
    if (instruction === 'ARG') {
      const [name, value = ''] = rest.split('=')
      args[name!] = given[name!] ?? value
    } else if (instruction === 'ADD') build.push({ add: filled.split(' ')[1]! })
    // The shell fills in what it runs.
    else if (instruction === 'RUN') build.push({ run: filled })
    else if (instruction === 'USER') user = rest
    else if (instruction === 'WORKDIR') cwd = rest
    else if (instruction === 'ENV') for (const pair of rest.split(' ')) env[pair.split('=')[0]!] = pair.split('=')[1]!
    else if (instruction === 'HEALTHCHECK') healthcheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
    else if (instruction === 'CMD') program = JSON.parse(rest) as string[]
    else if (!/^(FROM|VOLUME|EXPOSE|STOPSIGNAL)$/.test(instruction ?? ''))
      throw new Error(`Not known in a Containerfile: ${line}`)
  }
  return { build, env, user, cwd, healthcheck, program }
}
