import type { Page } from 'playwright-core'

/** A virtual device that stores passkeys for this page and always verifies the user. */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Disables suggestions in fields until the page is reloaded, so that only the button asks for passkeys. */
export const suggestNoPasskeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
