import type { ComponentPropsWithRef } from 'react'
import { type LinkProps as RouterLinkProps, useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

export interface LinkProps
  extends Omit<ComponentPropsWithRef<'a'>, 'href'>,
    Pick<RouterLinkProps, 'to' | 'replace' | 'state'> {}

/** A link by the router's public hooks: its own `Link` brings 2 kB of prefetching code that nothing calls (decision 0024). */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to, {
    ...(rest.target !== undefined && { target: rest.target }),
    ...(replace !== undefined && { replace }),
    state,
  })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

/** A link that is marked as current on its page and on those below it. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
