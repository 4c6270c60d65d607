import { groupsOf } from './withdraw-form.ts'

/** A whole address in groups of four. The gaps are no characters, so what is copied is the address. */
export const WholeAddress = ({ address }: { address: string }) => (
  <code dir="ltr" className="flex w-fit max-w-full flex-wrap gap-x-2 gap-y-0.5 self-start text-15 font-600">
    {groupsOf(address).map((group, at) => (
      <span key={`${at} ${group}`}>{group}</span>
    ))}
  </code>
)
