// A date and time by the clock at a plant. Where the clocks were put forward or back, it says so, or asks which time is
// meant.
import { minuteText, siteOffsets, siteTimeRefusal } from "../../domain/plant/site-time.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { t, zoneName } from "../../state/shell/locale.ts";
import { isOtherTime } from "../../state/shell/site-clock.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";

type SiteTimeProps = {
  readonly label: string;
  /** IANA name of the plant's zone. */
  readonly zone: string;
  /** As `site-time.ts` of the domain has it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
  readonly hint?: string;
  readonly isReadOnly?: boolean;
};

export function SiteTimeField(props: SiteTimeProps) {
  const { label, zone, value, onChange, error = null, hint, isReadOnly = false } = props;
  const minute = minuteText(value);
  const offsets = siteOffsets(zone, value);
  const refusal = siteTimeRefusal(zone, value);
  const hints = [...(isSaid(zone, value) ? [zoneHint(zone)] : []), ...(hint ? [hint] : [])];
  return (
    <div className="stack3">
      <TextField
        label={label}
        type="datetime-local"
        value={minute}
        onChange={onChange}
        isRequired
        isReadOnly={isReadOnly}
        error={reasonOf(refusal) ?? error}
        {...(hints.length > 0 && { hint: hints.join(" ") })}
      />
      {offsets.length > 1 && !isReadOnly ? (
        <Select
          label={t("shell:site_time.which")}
          value={offsets.find((offset) => offset === value.slice(minute.length)) ?? null}
          onChange={(offset) => onChange(minute + offset)}
          options={offsets.map((offset, at) => ({
            id: offset,
            label: t(`shell:site_time.${at === 0 ? "first" : "second"}`, {
              zone: `UTC${offset.replace("-", "−")}`,
            }),
          }))}
        />
      ) : null}
    </div>
  );
}

/** The zone is named where the clock of this device shows another time. */
function isSaid(zone: string, value: string): boolean {
  const near = Date.parse(`${minuteText(value)}Z`);
  return isOtherTime(zone, new Date(Number.isNaN(near) ? Date.now() : near).toISOString());
}

function zoneHint(zone: string): string {
  return t("shell:site_time.hint", { zone: zoneName(zone) });
}
