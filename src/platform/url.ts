/** Path and query of the page. */
export const currentUrl = (): string => window.location.pathname + window.location.search
