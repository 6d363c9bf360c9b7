import { PASSKEY_ORIGIN } from '#contract/pages.ts'

export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** The origin of the site's passkeys, where the page has another one: no passkey works here. Null otherwise. */
export function passkeysElsewhere(): string | null {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${PASSKEY_ORIGIN}"]`)
  return tag === null || tag.content === window.location.origin ? null : tag.content
}

export const offersPasskeys = (): boolean => supportsPasskeys() && passkeysElsewhere() === null
