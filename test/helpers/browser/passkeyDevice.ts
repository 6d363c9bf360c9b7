import type { Page } from 'playwright-core'

/** A telephone that creates and keeps passkeys for this page, and unlocks itself whenever it is asked. */
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

/** Until the page is loaded again, as in a browser that offers passkeys for no field: only the button asks for them. */
export const suggestNoPasskeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
