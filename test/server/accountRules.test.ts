import { PASSWORD, post, register } from '#test/helpers/server/accounts.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('refused accounts on %s', (server) => {
  beforeAll(async () => {
    await register(server)
  })

  const countUsers = async () =>
    (await server.deps.db.selectFrom('users').select('id').execute()).length

  test.each([
    ['case', { username: 'MARA' }],
    ['blanks around it', { username: '  mara ' }],
    ['another width', { username: 'Ｍａｒａ' }],
  ])('a name that differs only by %s is the same name', async (_what, over) => {
    const again = await register(server, { email: 'other@example.org', ...over })
    expect(again.json().errors?.[0].code).toBe('username_exists')
  })

  test.each([
    ['short', 'Ab1!xyz', 'too_short'],
    ['without one of the classes', 'golden-apple-412', 'weak_password'],
    ['over 400 characters', `Aa1!${'x'.repeat(397)}`, 'too_long'],
    ['empty', '', 'blank'],
  ])('a password that is %s is refused', async (_what, password, code) => {
    const response = await register(server, { password })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0]).toMatchObject({ code, attr: 'password' })
    expect(await countUsers()).toBe(1)
  })

  test.each([
    ['username', 'ﷺ'.repeat(400), 'too_long'],
    ['username', '\u200b\u2060', 'blank'],
    ['username', 'two\nlines', 'invalid'],
    ['username', 'x'.repeat(401), 'too_long'],
    ['email', 'no address', 'invalid'],
    ['email', 'a,b@example.org', 'invalid'],
    ['email', 'a@example.org>', 'invalid'],
    ['email', `${'a'.repeat(400)}@b.c`, 'too_long'],
  ])('an impossible %s is refused: %p', async (attr, value, code) => {
    const response = await register(server, { [attr]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0]).toMatchObject({ code, attr })
  })

  test.each([
    ['email', { email: '', password: PASSWORD }],
    ['email', { email: '   ', password: PASSWORD }],
    ['password', { email: 'mara@example.org', password: '' }],
  ])('a blank %s is refused with the sentence that the site compares', async (attr, body) => {
    const response = await post(server, '/users/login/', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      errors: [{ code: 'blank', detail: 'This field may not be blank.', attr }],
      detail: 'This field may not be blank.',
    })
  })
})
