import { i18nProvider, resourceName, type TextKey, t, textOr } from '#desk/i18n.ts'

test('a key that does not exist does not compile', () => {
  // @ts-expect-error no such key: if this compiles, the types of the keys are off
  const wrong: TextKey = 'uploads.no_such_key'
  // @ts-expect-error half a key is none
  const half: TextKey = 'uploads'
  expect([t(wrong), t(half)]).toEqual(['uploads.no_such_key', 'uploads'])
})

test('values and plural forms are filled in', () => {
  expect(t('actions_for', { name: 'A %{size} $& moth' })).toBe('Actions for A %{size} $& moth')
  expect(t('contents.tell', { smart_count: 1 })).toBe('Publish and tell 1 member?')
  expect(t('contents.tell', { smart_count: 12 })).toBe('Publish and tell 12 members?')
  expect(resourceName('glossary-entries')).toBe('Glossary entries')
  expect(resourceName('glossary-entries', 1)).toBe('Glossary entry')
})

test('a key made of data falls back', () => {
  expect(textOr('audit.verbs.publish', 'other')).toBe('published')
  for (const action of ['unheardOf', 'constructor', 'name.length'])
    expect(textOr(`audit.verbs.${action}`, action)).toBe(action)
})

test('the desk replaces some texts of react-admin and keeps the others', () => {
  expect(i18nProvider.translate('ra.action.add_filter')).toBe('Filters')
  expect(i18nProvider.translate('ra.action.save')).toBe('Save')
  expect(i18nProvider.translate('ra.saved_queries.remove_label_with_name', { name: 'Stuck' })).toBe(
    'Remove the saved filter “Stuck”',
  )
})
