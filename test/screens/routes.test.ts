import { isVisible, menuFor, routes, urlOf, type Visitor } from '#src/app/routes.ts'

const visitor = (who: Partial<Visitor> = {}): Visitor => ({
  isMember: false,
  isStaff: false,
  isSuperuser: false,
  ...who,
})

describe('the route table (behaviour 2)', () => {
  test('has the 14 rows with their flags exactly as shown', () => {
    const rows = routes.map((entry) => {
      const { name: _name, icon: _icon, layout: _layout, path: _path, ...flags } = entry
      return [urlOf(entry), flags]
    })
    expect(rows).toEqual([
      ['/discordia/', { requiresLoggedOut: true, staffHide: true }],
      ['/discordia/rpg-initiative', {}],
      ['/discordia/news&events/', {}],
      ['/discordia/news/:news_id', {}],
      ['/discordia/downloads', {}],
      ['/discordia/rules', {}],
      ['/discordia/world', {}],
      ['/discordia/dashboard', { requiresLogin: true }],
      ['/discordia/ruleItem/:id', { hidden: true }],
      ['/auth/register', { requiresLoggedOut: true }],
      ['/auth/login', {}],
      ['/auth/forgot-password', {}],
      ['/auth/verified-change-password/:request_id', { requiresLogin: true }],
      ['/auth/activate-account/:request_id', { requiresLogin: true }],
    ])
  })

  test('each row has a translation key for its name and an icon', () => {
    for (const { name, icon } of routes) {
      expect(name).toMatch(/^navbar\./)
      expect(icon).not.toBe('')
    }
  })
})

describe('the visibility rules of the menu (behaviour 2)', () => {
  const entry = { layout: '/discordia', path: '/x', name: 'navbar.home', icon: 'home' } as const
  const member = visitor({ isMember: true })
  const staff = visitor({ isMember: true, isStaff: true })

  test.each([
    ['hidden entries are never listed', { hidden: true }, staff, false],
    ['requires_login entries are shown when logged in', { requiresLogin: true }, member, true],
    ['requires_login entries only when logged in', { requiresLogin: true }, visitor(), false],
    ['requires_logged_out entries when logged out', { requiresLoggedOut: true }, visitor(), true],
    ['requires_logged_out entries only then', { requiresLoggedOut: true }, member, false],
    ['staff_hide entries are not shown to staff', { staffHide: true }, staff, false],
    ['staff_hide entries are shown to others', { staffHide: true }, member, true],
    ['staff_only entries are shown to staff', { staffOnly: true }, staff, true],
    ['staff_only entries only to staff', { staffOnly: true }, member, false],
    ['super_admin_only entries not without is_superuser', { superAdminOnly: true }, staff, false],
    [
      'super_admin_only entries with is_superuser',
      { superAdminOnly: true },
      visitor({ isSuperuser: true }),
      true,
    ],
  ] as const)('%s', (_rule, flags, who, expected) => {
    expect(isVisible({ ...entry, ...flags }, who)).toBe(expected)
  })

  test('the menu lists pages of the site layout without parameters (ruling 14)', () => {
    const paths = (who: Visitor) => menuFor(who).map(({ path }) => path)
    const open = ['/rpg-initiative', '/news&events/', '/downloads', '/rules', '/world']
    expect(paths(visitor())).toEqual(['/', ...open])
    expect(paths(member)).toEqual([...open, '/dashboard'])
    expect(paths(staff)).toEqual([...open, '/dashboard'])
  })
})
