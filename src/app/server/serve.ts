import { start } from './start.server.ts'

await start('serve')
