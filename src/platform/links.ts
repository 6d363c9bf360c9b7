/** Whether the router follows this link: not one to another tab, another site or a file. */
export const isInternalLink = (link: HTMLAnchorElement): boolean =>
  link.origin === window.location.origin &&
  !link.hasAttribute('download') &&
  ['', '_self'].includes(link.target)
