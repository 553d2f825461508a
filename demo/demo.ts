import { start } from '#src/app/server/start.server.ts'

// `npm start`: the demo. What it needs is loaded only once its configuration is known to be right.
await start('demo', async (...site) => (await import('./start.server.ts')).startDemo(...site))
