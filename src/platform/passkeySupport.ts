/** Whether this browser has passkeys at all. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'
