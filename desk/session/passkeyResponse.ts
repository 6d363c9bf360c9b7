type RequestOptions = Parameters<
  typeof import('@simplewebauthn/browser')['startAuthentication']
>[0]['optionsJSON']

/** Asks the browser for a passkey. @throws also what the browser throws when its dialog is closed */
export async function passkeyResponse(options: unknown): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as RequestOptions })
}

/** True if the user has closed the browser's dialog. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAllowedError'
