import type { ComponentPropsWithRef } from 'react'
import { type LinkProps as RouterLinkProps, useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

export interface LinkProps
  extends Omit<ComponentPropsWithRef<'a'>, 'href'>,
    Pick<RouterLinkProps, 'to' | 'replace' | 'state'> {}

/**
 * A link to a page of the site, made of the router's public hooks. The router's own `Link` brings along the code by which its
 * framework fetches pages ahead, 2 kB that nothing here calls (decision 0024).
 */
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

/** A link that says so when its page, or one below it, is the one that is shown. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest} />
}
