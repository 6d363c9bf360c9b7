import { type MouseEvent, useEffect } from 'react'
import { Link } from 'react-router'
import { marked } from '#contract/search.ts'
import { showElement } from '#src/platform/viewport.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Marked } from '#src/ui/Marked.tsx'
import { Time } from '#src/ui/Time.tsx'
import type { OptionGroup, SearchOption } from './options.ts'

type Events = {
  /** The pointer is over an option. */
  onActive: (index: number) => void
  /** An option that leads to a page. */
  onChoose: () => void
  /** An option that is a search. */
  onSearch: (term: string) => void
  onClose: () => void
}

type Props = Events & {
  id: string
  label: string
  groups: readonly OptionGroup[]
  term: string
  /** Index over all groups; -1 for none. */
  active: number
  /** They belong to an earlier term. */
  isStale: boolean
}

export function OptionList({ id, label, groups, active, isStale, ...rest }: Props) {
  useEffect(() => showElement(`${id}-${active}`), [id, active])
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
          {options.map((option, own) => {
            const index = startOf(at) + own
            return (
              <Option
                {...rest}
                key={option.key}
                id={`${id}-${index}`}
                option={option}
                isActive={index === active}
                onActive={() => onlyIf(index !== active, () => rest.onActive(index))}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

const onlyIf = (condition: boolean, callback: () => void): void => void (condition && callback())

type OptionProps = Omit<Events, 'onActive'> & {
  id: string
  option: SearchOption
  term: string
  isActive: boolean
  onActive: () => void
}

const classes =
  'flex min-h-tap w-full cursor-pointer items-start gap-3 rounded-sm px-3 py-2 text-start leading-snug text-ink no-underline outline-none data-focus:bg-gold/20 forced-colors:data-focus:forced-color-adjust-none forced-colors:data-focus:bg-[Highlight] forced-colors:data-focus:text-[HighlightText]'

function Option({
  id,
  option,
  isActive,
  onActive,
  onChoose,
  onSearch,
  onClose,
  term,
}: OptionProps) {
  const { to, title } = option
  const common = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    'aria-label': nameOf(option),
    'data-focus': isActive || undefined,
    onPointerMove: onActive,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    className: classes,
  } as const
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
  const { icon, title, excerpt = [], date } = option
  return (
    <>
      <Icon name={icon} className="mt-1 text-gold-deep" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-medium">
          <Marked parts={marked(title, term)} />
        </span>
        {excerpt.length > 0 && (
          <span className="block text-ui text-ink-soft">
            <Marked parts={excerpt} />
          </span>
        )}
        <Time value={date} className="block text-sm text-ink-soft" />
      </span>
    </>
  )
}
