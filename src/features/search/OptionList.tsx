import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { marked } from '#shared/search.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Marked } from '#src/ui/Marked.tsx'
import { Time } from '#src/ui/Time.tsx'
import { type ListboxParts, optionClasses } from '#src/ui/useListbox.ts'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import type { OptionGroup, SearchOption } from './options.ts'

type Events = {
  /** An option that leads to a page. */
  onChoose: () => void
  /** An option that is a search. */
  onSearch: (term: string) => void
  onClose: () => void
}

type Props = Events & {
  /** Its options are counted over all groups. */
  listbox: ListboxParts
  label: string
  groups: readonly OptionGroup[]
  term: string
  /** They belong to an earlier term. */
  isStale: boolean
}

export function OptionList({ listbox, label, groups, isStale, ...rest }: Props) {
  const { listId: id, optionProps } = listbox
  const startOf = (at: number) =>
    groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={joined('transition-opacity', isStale && 'opacity-60')}
    >
      {groups.map(({ key, label: name, options }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldsets
        <div key={key} role="group" aria-labelledby={`${id}-${key}`} className="pb-3">
          <p
            id={`${id}-${key}`}
            role="presentation"
            className="px-3 pt-2 pb-1 font-sans text-sm font-medium text-ink-soft"
          >
            {name}
          </p>
          {options.map((option, own) => (
            <Option
              {...rest}
              key={option.key}
              option={option}
              optionProps={optionProps(startOf(at) + own)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Events & {
  option: SearchOption
  optionProps: ReturnType<ListboxParts['optionProps']>
  term: string
}

function Option({ option, optionProps, term, onChoose, onSearch, onClose }: OptionProps) {
  const { to, title } = option
  const common = {
    ...optionProps,
    role: 'option',
    'aria-selected': optionProps['data-focus'] === true,
    'aria-label': nameOf(option),
    className: joined(optionClasses, 'items-start gap-3 text-ink no-underline'),
  }
  if (to === null)
    return (
      <button {...common} type="button" onClick={() => onSearch(title)}>
        <Content option={option} term="" />
      </button>
    )
  const handleClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    onChoose()
    // Another tab or window leaves the search open.
    if (!ctrlKey && !metaKey && !shiftKey) onClose()
  }
  return (
    <Link {...common} to={to} state={option.state} draggable={false} onClick={handleClick}>
      <Content option={option} term={term} />
    </Link>
  )
}

/** Some screen readers pause around each mark. */
const nameOf = ({ title, excerpt = [] }: SearchOption): string =>
  [title, excerpt.map(({ text }) => text).join('')].filter(Boolean).join(': ')

function Content({ option, term }: { option: SearchOption; term: string }) {
  const { icon, title, excerpt = [], date, isContent, language } = option
  const langOf = useTextLanguage()
  const lang = isContent ? langOf(language) : undefined
  return (
    <>
      <Icon name={icon} className="mt-1 text-gold-deep" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span lang={lang} className="block font-medium">
          <Marked parts={marked(title, term)} />
        </span>
        {excerpt.length > 0 && (
          <span lang={lang} className="block text-ui text-ink-soft">
            <Marked parts={excerpt} />
          </span>
        )}
        <Time value={date} className="block text-sm text-ink-soft" />
      </span>
    </>
  )
}
