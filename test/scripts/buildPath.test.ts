import { assertPath, build } from '#scripts/build.ts'

test.each(['#', '!', '?'])('a folder with %s in its path is refused in one sentence', (sign) => {
  expect(() => assertPath(`/srv/a${sign}b/discordia`)).toThrow(
    `The site can’t be built in /srv/a${sign}b/discordia: rename the folder that has ${sign} in its name.`,
  )
})

test('spaces, percent signs and other letters are fine', () => {
  expect(() => assertPath('/srv/a%20b ü/discordia')).not.toThrow()
})

test('a build begins with the check of its folder', async () => {
  await expect(build([], '/srv/a#b/discordia')).rejects.toThrow('rename the folder that has #')
})
