/*
 * The package's index prints "Unsupported runtime" on every Node that is not an LTS release, at import, before
 * anybody could configure it. Its modules do not, but they come without types of their own.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const Prompt: typeof interactionPolicy.Prompt
  export const base: typeof interactionPolicy.base
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider'
  export function createMemoryAdapter(): AdapterFactory
}
