/** The stamp of a draft is a signed token, that of a saved kit a number. */
export const isDraftStamp = (stamp: string): boolean => stamp.includes('.')

/** Names of the values that every text may hold, such as `{{site}}`. They are filled before anyone reads the text. */
export type SiteValues = { readonly site: string; readonly claim: string }

/** Fills the values of the site; other placeholders stay. */
export const withSiteValues = (text: string, values: SiteValues): string =>
  text.replace(/{{(site|claim)}}/g, (_all, name: keyof SiteValues) => values[name])

/** The consent cookie (behaviour 4.13). A cookie's name has no spaces, quotes or letters beyond ASCII (RFC 6265). */
export const consentCookie = (name: string): string =>
  `${encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}-consent-cookie`
