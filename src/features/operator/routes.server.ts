import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { operatorIn } from '#src/platform/operator.ts'
import { viewOperator } from './contract.ts'

export function mountOperator(mount: Mount, { config }: Deps) {
  mount(viewOperator, ({ input: { language } }) => operatorIn(config.operator, language))
}
