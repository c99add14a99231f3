import { Navigate, Outlet, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'

/** A test type in an address is letters, digits and hyphens; anything else is an unknown path (S2.06, S2.09). */
export function KnownTestType() {
  const { testType = '' } = useParams()
  return /^[A-Za-z0-9-]+$/.test(testType) ? <Outlet /> : <Navigate to={paths.home} replace />
}
