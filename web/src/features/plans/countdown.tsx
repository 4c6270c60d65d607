import { Figure } from '../../lib/format.tsx'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'

const two = (count: number): string => String(count).padStart(2, '0')

/** Hours, minutes and seconds until a time of the product's clock. */
export function Countdown({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  return (
    <span role="timer" aria-live="off">
      <Figure>{`${two(hours)}:${two(minutes)}:${two(seconds)}`}</Figure>
    </span>
  )
}
