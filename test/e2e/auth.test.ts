import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { failWith } from '#test/helpers/browser/apiEdge.ts'
import { logIn } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { enterAs } from '#test/helpers/browser/enterAs.ts'
import { DEMO_PASSWORD } from '#test/helpers/browser/site.ts'

const NEW_PASSWORD = 'SilverPear413!'

describe('the pages under /auth, sentence by sentence', () => {
  const built = builtSite()
  const main = () => built.page.getByRole('main')
  const alert = (text: string) =>
    main().getByRole('alert').getByText(text, { exact: true }).waitFor()
  const field = (name: string) => main().getByLabel(name, { exact: true })
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click()

  describe('Register (behaviour 2, 5, 7, 8)', () => {
    const fill = async (email: string, username: string, password: string, confirm = password) => {
      await field('Email').fill(email)
      await field('Username').fill(username)
      await field('Password').fill(password)
      await field('Confirm Password').fill(confirm)
    }

    test('its four fields are required, the email looks like one, the passwords match and follow the rules', async () => {
      await built.page.goto('/auth/register')
      const sent = watchCalls(built.page)
      await press('Register')
      await alert('Please fill in all fields.')
      await fill('no address', 'Wanda', NEW_PASSWORD)
      await press('Register')
      await alert('Please enter a valid email address.')
      await fill('wanda@example.org', 'Wanda', NEW_PASSWORD, DEMO_PASSWORD)
      await press('Register')
      await alert('The two passwords do not match.')
      for (const weak of [
        'Pear41!',
        'silverpear413!',
        'SILVERPEAR413!',
        'SilverPear!',
        'SilverPear413',
      ]) {
        await fill('wanda@example.org', 'Wanda', weak)
        await press('Register')
        await alert(
          'The password needs at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special character.',
        )
      }
      expect(callsTo(sent, 'POST')).toEqual([])
      for (const name of ['Email', 'Username', 'Password', 'Confirm Password'])
        expect(await field(name).getAttribute('maxlength')).toBe('400')
    })

    test.each([
      ['mira@discordia.example', 'Wanda', 'There is already an account with this email address.'],
      ['wanda@example.org', 'mira', 'This username is already taken.'],
    ])('%s as %s: %s', async (email, username, text) => {
      await built.page.goto('/auth/register')
      await fill(email, username, NEW_PASSWORD)
      await press('Register')
      await alert(text)
      expect(await field('Username').inputValue()).toBe(username)
    })

    test('any other failure is register.register_fail, and nothing typed is lost', async () => {
      await built.page.goto('/auth/register')
      await failWith(built.page, '/users/register/', 500)
      await fill('wanda@example.org', 'Wanda', NEW_PASSWORD)
      const sent = watchCalls(built.page)
      await press('Register')
      await alert('The registration did not get through. Please try again.')
      expect(callsTo(sent, 'POST')).toEqual([
        {
          call: 'POST /users/register/',
          body: { email: 'wanda@example.org', username: 'Wanda', password: NEW_PASSWORD },
        },
      ])
      expect(await field('Password').inputValue()).toBe(NEW_PASSWORD)
      await main().getByRole('link', { name: 'Login' }).click()
      await built.page.waitForURL('**/auth/login')
    })
  })

  describe('Login (behaviour 2, 4, 7, 8)', () => {
    const fill = async (email: string, password: string) => {
      await built.page.goto('/auth/login')
      await field('Email').fill(email)
      await field('Password').fill(password)
    }

    test('a wrong password, an unknown address: the one sentence; a blank one asks to fill in; the rest is an error of communication', async () => {
      for (const email of ['mira@discordia.example', 'nobody@example.org']) {
        await fill(email, NEW_PASSWORD)
        await press('Login')
        await alert('There is no active account with this email and password.')
      }
      await fill('', '')
      await press('Login')
      await alert('Please fill in both fields.')
      await failWith(built.page, '/users/login/', null)
      await fill('mira@discordia.example', DEMO_PASSWORD)
      await press('Login')
      await alert('The login did not get through. Please try again.')
      expect(await field('Email').inputValue()).toBe('mira@discordia.example')
    })

    test('stores the tokens, loads the profile for is_staff, welcomes, lands on /discordia/; Logout clears both tokens', async () => {
      const sent = watchCalls(built.page)
      await logIn(built.page, 'ada@discordia.example')
      await built.page
        .getByRole('region', { name: 'Site notifications' })
        .getByRole('status')
        .getByText(/Discordia/)
        .waitFor()
      expect(callsTo(sent, 'POST /users/login')).toEqual([
        {
          call: 'POST /users/login/',
          body: { email: 'ada@discordia.example', password: DEMO_PASSWORD },
        },
      ])
      expect(callsTo(sent, 'GET /users/profile/')).toHaveLength(1)
      const stored = () =>
        built.page.evaluate(() => ({
          access: localStorage.getItem('access_token') !== null,
          refresh: localStorage.getItem('refresh_token') !== null,
        }))
      await built.page.waitForFunction(() => localStorage.getItem('is_staff') === 'true')
      expect(await stored()).toEqual({ access: true, refresh: true })
      await built.page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Logout' })
        .click()
      await built.page.waitForURL('**/auth/login')
      expect(await stored()).toEqual({ access: false, refresh: false })
    })

    test('links to forgot-password and register', async () => {
      await built.page.goto('/auth/login')
      await main().getByRole('link', { name: 'Forgot password?' }).click()
      await built.page.waitForURL('**/auth/forgot-password')
      await main().getByRole('link', { name: 'Back to login' }).click()
      await main().getByRole('link', { name: 'Register' }).click()
      await built.page.waitForURL('**/auth/register')
    })
  })

  describe('Forgot and change password (behaviour 2, 4, 5, 7, 8)', () => {
    const request = async (email: string) => {
      await built.page.goto('/auth/forgot-password')
      await field('Email').fill(email)
      await press('Send')
    }

    test('the email must be well formed; a failure tells and keeps it', async () => {
      await request('no address')
      await alert('Please enter a valid email address.')
      await failWith(built.page, '/discordia/request-change-password/', 500)
      await field('Email').fill('sanna@discordia.example')
      await press('Send')
      await alert('Your request did not get through. Please try again.')
      expect(await field('Email').inputValue()).toBe('sanna@discordia.example')
    })

    test('a mailed link shows the form once: new password, confirmation, rules; then the login, with the new one alone', async () => {
      for (const email of ['nobody@example.org', 'oskar@discordia.example']) {
        await request(email)
        await main()
          .getByRole('status')
          .getByText('If there is an account with this email address, a link is on its way to it.')
          .waitFor()
      }
      const mail = await built.site.mailTo('oskar@discordia.example', /verified-change-password/)
      const link = /\/auth\/verified-change-password\/[\w-]+/.exec(mail)?.[0] ?? ''
      const sent = watchCalls(built.page)
      await built.page.goto(link)
      await field('New Password').waitFor()
      const requestId = link.split('/').at(-1)
      expect(callsTo(sent, 'POST /discordia/verify-change-password/')).toEqual([
        { call: 'POST /discordia/verify-change-password/', body: { request_id: requestId } },
      ])
      await field('New Password').fill(NEW_PASSWORD)
      await field('Confirm New Password').fill(DEMO_PASSWORD)
      await press('Change Password')
      await alert('The two passwords do not match.')
      for (const refused of ['SilverPear413#', 'SilverPear413', 'Silver Pear413!', 'Pear41!']) {
        await field('New Password').fill(refused)
        await field('Confirm New Password').fill(refused)
        await press('Change Password')
        await alert(
          'The password needs at least 8 characters with an uppercase letter, a lowercase letter, a digit and at least one of @ ! & - and nothing but letters, digits and these three signs.',
        )
      }
      await field('New Password').fill(NEW_PASSWORD)
      await field('Confirm New Password').fill(NEW_PASSWORD)
      await press('Change Password')
      await built.page.waitForURL('**/auth/login')
      expect(callsTo(sent, 'POST /discordia/verified-change-password/')).toEqual([
        {
          call: 'POST /discordia/verified-change-password/',
          body: { new_password: NEW_PASSWORD, request_id: requestId },
        },
      ])
      await logIn(built.page, 'oskar@discordia.example', NEW_PASSWORD)

      await built.page.evaluate(() => localStorage.clear())
      await built.page.goto(link)
      await built.page.getByRole('heading', { level: 1, name: 'Invalid link' }).waitFor()
      await alert('This link is invalid or has expired. Please request a new one.')
      await main().getByRole('link', { name: 'Return' }).click()
      await built.page.waitForURL(/\/auth\/(login|forgot-password)$/)
    })
  })

  test('Account activation: a link that nobody was sent shows the view of 404 (behaviour 2, 4)', async () => {
    await built.page.goto('/auth/activate-account/never-mailed')
    await built.page.getByRole('heading', { level: 1, name: 'Account not found' }).waitFor()
    await main().getByRole('link', { name: 'Login' }).click()
    await built.page.waitForURL('**/auth/login')
  })

  test.each([
    'register',
    'login',
    'forgot-password',
    'verified-change-password/abc',
    'activate-account/abc',
  ])('logged-in visitors on /auth/%s are sent to /discordia/ (behaviour 2)', async (page) => {
    await enterAs(built.page, built.site, 'tomas@discordia.example')
    await built.page.goto(`/auth/${page}`)
    await built.page.waitForURL('**/discordia/')
  })
})
