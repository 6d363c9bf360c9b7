import { SelectInput, useRecordContext } from 'react-admin'
import { textOr } from '../i18n.ts'

/** Files of public/icons/game, without `.svg`. */
export const TYPE_ICONS = [
  'apple',
  'artefact',
  'bell',
  'boat',
  'book',
  'bridge',
  'castle',
  'combat',
  'cowled',
  'creature',
  'custom',
  'dice',
  'door',
  'eel',
  'equipment',
  'event',
  'exploration',
  'faction',
  'goat',
  'harm',
  'heal',
  'herbs-bundle',
  'hourglass',
  'lantern',
  'magic',
  'map',
  'medieval-village-01',
  'moth',
  'person',
  'place',
  'plant',
  'round-table',
  'scales',
  'scroll',
  'seeds',
  'shiny-apple',
  'social',
  'travel',
  'vertical-banner',
] as const

type Choice = { id: string; name: string }

/** An imported icon that the site does not have is kept as a choice. */
export const IconInput = () => {
  const current: unknown = useRecordContext()?.icon
  const names = new Set<string>(TYPE_ICONS)
  if (typeof current === 'string' && current !== '') names.add(current)
  const choices: Choice[] = [...names].map((id) => ({
    id,
    name: textOr(`icons.${id}`, id.replaceAll('-', ' ')),
  }))
  return <SelectInput choices={choices} optionText={<Icon />} source="icon" />
}

const Icon = () => {
  const choice = useRecordContext<Choice>()
  return (
    <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      <img alt="" height={24} src={`/icons/game/${choice?.id}.svg`} width={24} />
      <span>{choice?.name}</span>
    </span>
  )
}
