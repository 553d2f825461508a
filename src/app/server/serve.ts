import { start } from './start.server.ts'

// `npm run serve`: a real site.
await start('serve')
