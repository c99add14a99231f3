import type { TestServer } from './build-server.ts'

/** While `act` runs, every grading of these servers fails at its very end. */
export async function withFailingGrading<T>(servers: TestServer[], act: () => Promise<T>): Promise<T> {
  const all = servers.map(({ services }) => services.afterGrading)
  for (const afterGrading of all) afterGrading.push(() => Promise.reject(new Error('the grading of this test fails')))
  try {
    return await act()
  } finally {
    for (const afterGrading of all) afterGrading.pop()
  }
}
