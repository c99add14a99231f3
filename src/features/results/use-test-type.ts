import { useQuery } from '@tanstack/react-query'
import { ownedTestQuery } from '../../queries/owned-test-query.ts'

/**
 * The type that the address of a result should name (S2.06): the result's own, else that of its test on the shelf. null
 * where there is none that fits an address, and while there is no result to show (`isShown` false).
 */
export function useTestType(purchaseId: string, said: string | undefined, isShown: boolean): string | null {
  const { data } = useQuery({ ...ownedTestQuery, enabled: isShown && said === undefined })
  if (!isShown) return null
  const type = said ?? data?.results.find(({ id }) => id === purchaseId)?.test?.type ?? ''
  // Another server may use any string; such an address would be an unknown path.
  return /^[A-Za-z0-9-]+$/.test(type) ? type : null
}
