import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** JSON of the WebAuthn interfaces, as the server sends and reads it. */
type WebAuthnJson = Record<string, unknown>

/** Whether the browser offers passkeys among its suggestions for a field (`autocomplete="… webauthn"`). Never throws. */
export const suggestsPasskeys = (): Promise<boolean> =>
  browserSupportsWebAuthnAutofill().catch(() => false)

/**
 * Lets the visitor choose a passkey; null when the visitor or the browser ends it. Never throws.
 * @param isSuggested waits, without a dialog, until one of the browser's suggestions is chosen
 */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  isSuggested = false,
): Promise<WebAuthnJson | null> {
  try {
    return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggested })) }
  } catch {
    return null
  }
}

export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony()

/** Creates a passkey; `known` when this device has one for the account already. Never throws. */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<WebAuthnJson | 'known' | null> {
  try {
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'known' : null
  }
}
