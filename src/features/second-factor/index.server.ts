export { secondSteps, stepPaths, stepPlugins, takesPasskeys } from './steps.server.ts'
