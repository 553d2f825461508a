import { useQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/client.ts'
import { useLanguage } from '#src/texts/texts.tsx'
import { useSite } from '#src/ui/site.tsx'
import { viewOperator } from './contract.ts'

/** Who runs the site. A page brings them in its own language; chosen in place, another one comes by itself. */
export function useOperator() {
  const { operator } = useSite()
  const { language } = useLanguage()
  const { data } = useQuery({ ...query(viewOperator, { language }), enabled: operator.language !== language })
  return data ?? operator
}
