import { isPageInPlace, type Reply } from './reply.ts'

/** The poll as it stands after this reply: whether a page is what answers it, which is said while the asking goes on. */
export function withPage<Poll extends { readonly isPage?: boolean }>(poll: Poll, reply: Reply<unknown>): Poll {
  const isPage = isPageInPlace(reply)
  return (poll.isPage ?? false) === isPage ? poll : { ...poll, isPage }
}
