export { secondSteps, stepPlugins, takesPasskeys } from './steps.server.ts'
