/** On a page whose address held a secret: its requests tell nobody from where they come. React puts it into the head. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />
}
