/*
 * A browser with passkeys: records the requests of the site, and the test responds.
 *
 *   const browser = browserWithPasskeys()
 *   browser.answer()      the visitor chooses a passkey, or creates one
 *   browser.refuse(name)  the visitor or the browser ends it, with a DOMException of this name
 */

type Asked = { kind: 'get' | 'create'; isSuggested: boolean; challenge: string }

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const textOf = (buffer: ArrayBuffer) => new TextDecoder().decode(buffer)

/** Response of the virtual authenticator to any challenge. */
const credential = {
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  response: {
    authenticatorData: bytes('data'),
    clientDataJSON: bytes('{}'),
    signature: bytes('signature'),
    attestationObject: bytes('attestation'),
  },
  getClientExtensionResults: () => ({}),
}

export const CHALLENGE = { challenge: 'Y2hhbGxlbmdl', user: { id: 'bWVtYmVy' } }

export function browserWithPasskeys({ hasSuggestions = false } = {}) {
  const asked: Asked[] = []
  let settle: PromiseWithResolvers<unknown> = Promise.withResolvers()
  const ceremony =
    (kind: Asked['kind']) =>
    ({ mediation, publicKey, signal }: CredentialRequestOptions) => {
      const challenge = textOf(publicKey?.challenge as ArrayBuffer)
      asked.push({ kind, isSuggested: mediation === 'conditional', challenge })
      settle = Promise.withResolvers()
      const { promise, reject } = settle
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      return promise
    }
  const isConditionalMediationAvailable = async () => hasSuggestions
  const { navigator } = globalThis
  Object.assign(globalThis, {
    PublicKeyCredential: Object.assign(() => {}, { isConditionalMediationAvailable }),
  })
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: ceremony('get'), create: ceremony('create') },
  })
  return {
    asked,
    answer: () => settle.resolve(credential),
    refuse: (name = 'NotAllowedError') => settle.reject(new DOMException('refused', name)),
  }
}

/** Call it in `afterEach`. */
export function browserWithoutPasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(globalThis.navigator, 'credentials')
}
