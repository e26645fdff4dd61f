// Recordings of Chromium's imitated microphone and camera, as its recorder writes them: the tone lasts about 1.5 seconds.
import { Buffer } from "node:buffer";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

/** WebM with Opus; it names no length. */
export const voiceWebm = bytes(
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH/////////FUmpZpkq17GDD0JATYCGQ2hyb21lV0GGQ2hyb21lFlSua7+uvdeBAXPFh6fJ0Si3+OGDgQKGhkFfT1BVU2Oik09wdXNIZWFkAQEAAIC7AAAAAADhjbWERzuAAJ+BAWJkgSAfQ7Z1Af/////////ngQCjt4EAAIB7gw4QC+TBNuzFjYxJRpmkJrAHyXIn4UTqVfHwwNXd6VJgB8l5yMlXwKISI/rvZ/NkwOCjuYEAPIB7AwfJecjJV8CiEiP672fzZMDgB8l5yMlXwKISI/rvZ/NkwOAHyXnIyVfAohIj+u9n82TA4KO5gQB4gHsDB8l5yMlXwKISI/rvZ/NkwOAHyXnIyVfAohIj+u9n82TA4AfJecjJV8CiEiP672fzZMDgo7mBALSAewMHyXnIyVfAohIj+u9n82TA4AfJecjJV8CiEiP672fzZMDgB8l5yMlXwKISI/rvZ/NkwOCjuYEA8IB7AwfJecjJV8CiEiP672fzZMDgB8l5yMlXwKISI/rvZ/NkwOAHyXnIyVfAohIj+u9n82TA4KO5gQEsgHsDB8l5yMlXwKISI/rvZ/NkwOAHyXnIyVfAohIj+u9n82TA4AfJecjJV8CiEiP672fzZMDgo7mBAWiAewMHyXnIyVfAohIj+u9n82TA4AfJecjJV8CiEiP672fzZMDgB8l5yMlXwKISI/rvZ/NkwOCjuYEBpIB7AwfJecjJV8CiEiP672fzZMDgB8l5yMlXwKISI/rvZ/NkwOAHyXnIyVfAohIj+u9n82TA4KNAg4EB4IB7gxE0B8l5yMlXwKISI/rvZ/NkwOCm9jsIhIjHTZCZpTkOk82QuzMccXq6PhF20do+IRXYZ4Zg4Azg6IvkdLLmPDgBv+OEHt4RvGxCWR1YwKILdoIO1ke5vaLhz4ymkLCUiAtLbkaGeX+JZlkWJggXY576cIPX0eaF1u6Zlpq0H0O2dQH/////////54ICHKNAoYEAAIB7gyE/uhqAb1eDs9hqr+KdqUkqTOK77DqrZlPx6824fueYfj7UpIhAnhtud9kVs7V2Hs8KqKGgIrvQmjiZC8elUN8gkpd0EjoThkB3EwLLl/eSLEBA25j8EzT37/wg0/akDChVgGbKByF/AZ+VLbh20zLfmoUw4sfbco9xPrAqDgSnD2lFuUwpkwP2SnujW2J95Tf0XbYGDZcPiW6Fo0CmgQA8gHuDOjaATUoHJBUwOQIUjQmqt9VDLC1oyoAbVMjHxYGyTJJus7Xuy/mstasLMxNo2UG12tb+oYQi5PaWpMACgDPKByQS13Ts16kH0CXK38s7S+PZmRpx+f5PoVO/0PmtrrxmtV1q76NVClKHkrv+yCX82bzsAUS7ggy6YtmWSVo/qrBMCmCbbczcWv7Cwzj6sfGNUh4nKxuUl07xqzw2FBhKd6P+gQB4gHuDLSMNG64znkwu99LjQ/D/pstuq6A4C/HEZ5jxwRaCw/L5aQAu9GMI8ctBPhgdThsMSvNLzR68OEE743czNkm+9d28gPWOoo2R96w+zAe8BsKGfAtZvrKhgQnTcoZMqbUCdXfPX9G0FQCTVvoLyaRntElWQ4lrUQHzo92BALSAe4McHAqHJRH625lUbno7q6zh+I8FVUOktKxaTDBDqvMKcqi9zLi5U/up5X86ywuIK7l7BwLCicF85U4JCjVcHb/eMgJgp1rQfKj33MOpfI6MMtpJGfDJ+vmj1oEA8IB7gxsZCZU9sqi5tNf78cLpBisx6VgYNKPotHD2otoCCaEx6C1FwDhjdHASvNV4atZ0Ih0sk8DukAmcp1I79h+FdqtdA7McBIBG4UuyJMX/gOMIo9eBASyAe4MbGgi7GXe6aVdQIsb5KOYJjI2/g+hK4QbF/KSphQi7GXe6XXL7c/gqOFlfMNCrLLPWpSrmdJkKCLsZehV28jWXu+NMwdiNdeFaUNsEDaDMtJCj0YEBaIB7gx0WCI8TmJsE2YuqKYLRCLxbENczjCQ2muMoUjAsSyAHyXnIyVfA/sgrO7zKq/bijklkhAeEB8l5yMlXwP7IKz0vkq427oZwboyBBKPYgQGkgHuDEBQHyXnIyVfAohIjxjbQrv3QB8l5yMlXwP7IK0AVHkCeiA6BrlyAAoXygGom/cWWSBIt5iHYZN8in14lcPwFa0uCkgnzmeGtdi6g0Qp6AAXTK6NAsYEB4IB7gzs0u80wrxSFSatdfFCl3BzhZxcMAMK/tBvpdygcFATc7Nxp/8vcXMK22vo1f3Hk9bD2Ef3mx4AoziDCiQC9FQBAvTWgcP5MjW9Q+FuRQIzdZRMz77ktjtMNbQOrBYkmGQLG/Nl1FJJX1yIQIWN9XYvqt2TARKt8MthAtr9gqfPu7bEU6QqyAHWQFMuewtTQ20/pEQIxQDHyQoQ2U6DM0u7GCW/ZwlaxD7E9hR9DtnUB/////////+eCBDijQJeBAACAe4MpOIIHABXSup2xqHxrNlTgqZgSfL8jWN9mDZO1RjLrWBv2SpMpLmj5AVaNgE9a+Zj4gBPcP6YqrAWxwHbX/HaHZG0wisc1wjTZG03bsyD04ZY5dwNVjqVMLBf/3PVdtOAAu3GANdr36TbPCkvk5OqRCnM5wHWGxOYK41rLWv3+sp/n5d17geq3DvMCqfrejB19o0CMgQA8gHuDKyyAJ1Dr17/Pb/nR86OGDlsCS6uota293rwJkC+ypp7Xy2S/ggLBnqFYZ9/QDxhVTWQPB7mk3I4oB8tlmDa1iAkn54RuODopnKvNRTnaSVWJ3JpECx+E+fAM5cP0f0PdB5VBAuQMoX3eGOCuMbsIpR0IYpPkJr7ETIKs3NSxo/2GQ2BEy2aj64EAeIB7gygeC00MhHP10h9DTBatMXZAlUq9okEahGEOCEpvZuohuWZXtprgthzhTQqHJQXG5fRTV5+5g9Nfg5n0xvcXHiP9PbjnvQUL+wpVownBLLo8VT8zooga+NKU5ZhYMkt+dAy4TRZSo9SBALSAe4MbHQl0+anIU5bypY9Fr2vNEDo6Wko5wEPA36pOlwi7GWVZgv/nJ2ZU6ow4CNcQVwrKz45CeIhXrKqUCLsZe0pc6k0vhpG/K7IsiPwjYkyj2oEA8IB7gxsYCLsZd7pHwbbEj+6R5Cd3vpZs5/8zC1zL5rrmCLwJHDmfES62CR8bzAhB+4JZf0jii74MCI8ToFPRuawmdh5eKNN9oi/Yq7ygVvfOIEEsk8DuoKPJgQEsgHuDFhYHyXnIyVfA/sgrO7zKq/bjLkmIrYeAB8l5yMlXwP7IKz0vkqzQb8GF/OpqJAfJecjJV8D+yCs+olqsRTlczcPJdKPHgQFogHuDFhMHyXnIyVfA/sgrPsiVTMpZCT4YIeNgB8l5yMlXwKISI74ghrJ4F0wG+AfJecjJV8D+yCtBh+qr97GWGWSPh5yjQLqBAaSAe4MpOIACgtmVSVGNuk7v8ijJQkvwpE+sqitnbOZSmtw1gb2321lt27wADpsEu80wrxSFSateFeXZ8IkDmlJFv3XPWicYbXpNg+aZ5kvrQ8PMzHSY+WD5gqa6BjjjBnM4iMxhRIC9FQBAvTWgcP5L5bMX2Um33Qo++iFPsCVKDUOrcl50/i6rn56RXgCnIdLsfcspHtSkBJ3zIWN9XYvqf1exGiG0jt3E0fwWxg8rMm8YMM0c5o0=",
);

/** MP4 in fragments with Opus; Chromium's player says 1.520979 s. */
export const voiceMp4 = bytes(
  "AAAAJGZ0eXBpc29tAAACAGlzb21pc282aXNvMnZwMDltcDQxAAACXW1vb3YAAAB4bXZoZAEAAAAAAAAA5zItYQAAAADnMi1hAAAD6AAAAAAAAAAAAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAG1dHJhawAAAGh0a2hkAQAAAwAAAADnMi1hAAAAAOcyLWEAAAABAAAAAAAAAAAAAAIxAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABRW1kaWEAAAAsbWRoZAEAAAAAAAAA5zItYQAAAADnMi1hAAC7gAAAAAAAAAIxVcQAAAAAAC1oZGxyAAAAAAAAAABzb3VuAAAAAAAAAAAAAAAAU291bmRIYW5kbGVyAAAAAORtaW5mAAAAEHNtaGQAAAAAAAAAAAAAACVkaW5mAAAAHWRyZWYAAAAAAAAAAQAAAA11cmwgAAAAAQAAAACnc3RibAAAABBzdHNjAAAAAAAAAAAAAAAQc3R0cwAAAAAAAAAAAAAAFHN0c3oAAAAAAAAAAAAAAAAAAAAQc3RjbwAAAAAAAAAAAAAAW3N0c2QAAAAAAAAAAQAAAEtPcHVzAAAAAAAAAAEAAAAAAAAAAAABABAAAAAAu4AAAAAAABRidHJ0AAAAAAAAAAAAAAAAAAAAE2RPcHMAAQ8AAAC7gAAAAAAAAChtdmV4AAAAIHRyZXgAAAAAAAAAAQAAAAEAAAAAAAAAAAAAAAAAAACsbW9vZgAAABBtZmhkAAAAAAAAAAEAAACUdHJhZgAAABR0ZmhkAAIAIAAAAAECAAAAAAAAFHRmZHQBAAAAAAAAAAAAAAAAAABkdHJ1bgEAAwEAAAAKAAAAtAAAC0AAAABmAAALQAAAAFcAAAtAAAAATAAAC0AAAAAVAAALQAAAABUAAAtAAAAAfAAAC0AAAADCAAALQAAAAKAAAAtAAAAAggAAA/AAAABbAAAD9m1kYXR7gxspAz4SKqWsbkQFg1x96YD8PaCW0mzq/UL1V87wC1m+sqGTRbLLl19eb0uDTonyccPREWJAP0tiaN2n+BuYHyQgax2Mln4KhyTyZXZwjc0NUqZKKAGQgHIzLJokUP6G1f3fLAx7gx4bCocjERpAHiu2lqe4BriOJhMDcP2GNlHhcgmnHOFQClWjDAgoNqJEbOk4Jl7/6VGnItMvzCxAGr0HCaEz6XtTN1TCNAhgfnDHz/lwfOP3Y051+4R7gxkZCLsZe0MvoSAYSKi3aR93CiW/OEJG8ulciAi7GXoU+ELbkWzfm477hKrgwAt3MRSpMKIIu7Y5Npp7+HMPXzABBWXMWIhXW3tEWAHyXIn+cL6cckcOgslb3aqjHdV6WAHyXnI2kh8F+keNaSyPIAr7+ysge4MYKAfJecjJV8EFZ5yzz8Ml5XEeF31P34lBAIAkJ1iXboi2KdWEHc5e7ipGDnqdwBqUANu1gSde9L0TgRzc4/mcnIC8v8a8Z6aOizObFVWJhYY4XhzXW++vs2hE+xmgkyJ+txBm+Prm6FLucBePCXVvswb7CVShRZcWgXuDOEm8EqAUCqHyMmpdzU/RlJYLaAs8r3yQNEfg8PpM7/kISx1+DbQ/s5974iSkwn2IGqpIkCRVxslvFajLwNFYx6xciBbcI+ZS04XizZbUsmMfVkp2Qry3kCkhuUzki+IlKCDKbxll6Y7ijbOYXi07YCYQO6x0ezNwHnTOjtGsbaOfs8WAlLr4XPw132IwSbBbyRJAJ5U9o+RUe9+VpuU3WqUB6LPbb/pbN/rhgWAw8XS4lz8xA1kk60NcX6lkkCCee4M3NYBNkOvizzWmFq9sNQFmG7wDE1JIK062Q2Jzzx87JkBNfDw/uFs6doM2hVK+9eNl3HNk9t3vvoOANdr5olmn/6S4W27dhxQjSe+G52HNMOxugjqF2PvUNDUfGl4Mp+P05MZntrnCjdJaR1pNdwGQ/Eb2HG9ShnvS6CbmGTFUp+eINixVd5kA8cLXNiwNaA/Ufi41xC3D2HIPiD0wgHuDLioOzeIhZ3ciTH+Vt6ta/NLSwyG99kYT1DarRYh3hxWKRRa/nvjTlWgKmz4bTVQFDQsJwAPaokPfIAwZLSdEkxRkdUr5KUf+StRvwonY5N+8ujX9jM9Dwt8zDCXohWxUUhelD+FwCum8TiTZHc1gFVI+Jd1uYwHNPzWHU32MlgB7gyEcCyCzisyWs39giiWMkPX2vXQj+lK7+hBs/dWDrzPBivQJCoKzm1QetBmgUtHLbUm8mtHG2F5lq4TOGwCicwpweEmi6h4oDVVVGEFVpGSUscOMc/PD3uoPAAAApG1vb2YAAAAQbWZoZAAAAAAAAAACAAAAjHRyYWYAAAAUdGZoZAACACAAAAABAgAAAAAAABR0ZmR0AQAAAAAAAAAAAHCAAAAAXHRydW4BAAMBAAAACQAAAKwAAAtAAAAAUQAAC0AAAABFAAALQAAAAEAAAAtAAAAAVgAAC0AAAADFAAALQAAAALAAAAtAAAAAiAAAC0AAAABmAAAD8AAAAFMAAAPqbWRhdHuDGhoJoTCAhYGy6+dAa0YYHoPG400LSWw2xFnAvwlz6EY5Qg4lY1BqBcKhsQt3yz7WdX4I4EYYCLsZehFjbVHJlkL3bbOqiBGg9/d4QC5SZHuDFhUIuxl3uYXnabCM9chtr077BHJS09jMB8l50TkQNiZGPzF+LDUTPuIIS7QWB8l5yMlXwP7IKz0vkqtFAfjWPk4cgHuDEBYHyXnIyVfAohIjsvVNJGtEB8l5yMlXwP7IK0AVIqrpzoCWcSGzOAfJecjJV8D+yCtAO11Mu4rKzknYDGB7gxUWB8l5yMlXwP7IK0GH5j4uUOKppC9QB8l5yMlXwP7IK0Mg7UzvM2k+HyOLcIAI1fPVlIiOpz28KghuarxPATKgVlU8qexFG7wFrGDjTX+YeZycgHuDNTi8v8a8Z6aOizOindwE0DsRcA+uh2sOSXnt5PP/nb3iv1oylcpRylglIz2U/44YSnShRZcWgbwSoBQKofIyal3NT73djUyZehyz8STqnzwqKQobeXnkygt+ZMpip+5zIatIyJPm2DQGe/2+yW9NqMvA0VjHrH4hF25KzA2CBaRThqMMjDyXB8b3oTvLp/qeB+NEYB94+CczBOTvozPLKiTyXSinM/nch64hfpYkgpq20phPrDGzkrlfZ8LrP3Y3FtQHe4M/OYCUuvhc47KOGbD9fq+23AWp0c/Ae6Q3bVxUqVn/LOngJWZiLNcuoYNubhsD9x6ccJvJ0AKc+JiGcBIpZNkIm4BNkOviXsp7Lk6IWhsEw6UBah95Nncl2s8l/nSevewp7uAFncZcbYDZE2w+dbHYLVTAdGN3QD7dgYA12vmiWaHHXE+HI7U2yQt9kcUjr1kfn8k0Qs2T4Pm7TY8EjFKZ/bnjhY5Pn5W44tswuXZ7gy4uAZL2Qwy6Ytk6iEFjY463RVb93EjVvnHyYed/yAVNZhgoDPGeMNdXnZALRD3HHw7N4iFni4sgYfOzFHCOA9jE5c5nAU8pFNn6xOj6QH6a61bjng20njpQNr+wJIUNMPPQlnhTkF0cuy0HgdPlJ6i6J57BrYc2don5LX2y1qhY+TFiwBtie4MqHgwl6IVsW8NSha5HRuebLZAr9IVCQ20CIXdGhot8E5ZFS16R1gttrYyWPwsgs55e9WSAjga6FJaqhLFzADOllUSoiHFmUAnchAp13n0sFh18Nn9eSH77dh7Dvi55JvwqkwoRe4McGQqHJwAZTC+SIrFU+dZoDrodqiW0pxRnPhtePXIKNVwd/Wace5qYYOiR68QUyALERv+6AwR3CaE0NbALIg4cxFOAex3sGf2Z0pJTcnAGEYEAAACUbW9vZgAAABBtZmhkAAAAAAAAAAMAAAB8dHJhZgAAABR0ZmhkAAIAIAAAAAECAAAAAAAAFHRmZHQBAAAAAAAAAAAA1b8AAABMdHJ1bgEAAwEAAAAHAAAAnAAAC0AAAABXAAALQAAAAEEAAAtAAAAARQAAC0AAAACZAAALQAAAAOAAAAtAAAAApAAAA/AAAAB6AAADfG1kYXR7gx0YCVOhTwrti3GuePEukbOkWXw7GOPm3DIFVnEEweQIuxl6Gf+AHGgO2v2/ab/jiUztWpzr3wEIbsyrUijXLGbaAGVJyOHHuAaX54kByhwspxUrNDt7gxUTB8l5yMlXwP7IKz598bIkEZ9vhPmcB8l5yMlXwKISI6jVSV6Y8paTSAfJecjJV8D+yCtAFSKqyyqvdKkwjHuDFRYHyXnIyVfA/sgrQYfqqkLyzkrY2BgHyXnIyVfA/sgrQa4lTLv2UOKppC8oB8l5yMlXwP7IK0Mg7UzvHrFVTyawqHuDKDSABdRnqykRHa3WNtcqRRVgWt0NTNpTAm/e/3GiBCkxvxeNf5h5nJyAvL/GvGemjos2RHKB4+7t1fqz3wFcgkGgOeG5dxWZvSmoayoFmJa7w9wJC0N2W/ShRZaXAbwSoBQKofIyal3NWsj7zTMYFZWOA7m3clfsrTLteezxSyzow7RJxzycvd0Tl7rN+TP1KRVxK5uBTXuDUDyoy8DRWMesO4IW3JY3fXzz/+ENrgnMu6GArWgzLbaDPPrceaD0MyTNcSjQqflmWIY7biRQrZrtIrz1iTvRQl9KxsaB5LhgA0vrOUh+7xbUTYCUuvhc47eVri833Oxr91qOiwlYz3lGzUbQLgpR2PQ88DoHwtGafd8wYY0bMcmxOFXXBTE3kMQ2MIjWmoBPWvmjw/VkaOmvYAqhhg29VRMxfwYDzpQ9nnKZTEP6YPTmErs0s8MREwf5GvzDppUE9T+WgTs8gH4gfTWmmPQRTqgs5hiVlypElGbAUAAc+4M0OYqCHR8gosxseal5V753OzpcqQnIqLpbXqDBMn9JoIjZfGaL7AeXnDkiQwrVwUDJGoBtNGCe6tzjUGQwzUitRaQtVQvamLkoGEibHlqKec5EyD29I6nXYWnuGkn+mVr1/EPSVnHK0XPffuj/Jraf3CizNCSdf4A+xsJ7perwlJHVUGOXLMjlWQXom8CioOcRxbcCxERAso2sF89hOacgMLb7A579WYe5Sg4BQEBSZkjiYnL/8QIEl2xA/h2IlYOmGYkBYygGLh6kkbafbnf68lz9HIUb9AL+zVN3JyL4vfvhWmmiEixjrTG5aQvbwV9Eleq2n+5hRcQ6VY9bYEaj4e7jc9XZJlS9v2BcbpjDYl/IUDDgL+my8xDYtg==",
);
/** A box of an MP4 file with texts (Latin-1), numbers (32 bits) and other boxes. */
export function box(type: string, ...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const body = parts.map((part) => {
    if (typeof part === "string") return new Uint8Array(Buffer.from(part, "latin1"));
    if (typeof part !== "number") return part;
    const four = new Uint8Array(4);
    new DataView(four.buffer).setUint32(0, part);
    return four;
  });
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(
    0,
    body.reduce((sum, { length }) => sum + length, 8),
  );
  head.set(Buffer.from(type, "latin1"), 4);
  return new Uint8Array(Buffer.concat([head, ...body]));
}

/** A film as cameras write it, without its pictures. */
export function movie({
  seconds,
  place,
  applePlace,
}: {
  readonly seconds: number;
  readonly place?: string;
  readonly applePlace?: string;
}): Uint8Array {
  const zeros = new Uint8Array(80);
  const times = [0, 0, 0, 1000, seconds * 1000] as const;
  const trak = box(
    "trak",
    box("tkhd", 0, 0, 0, 1, zeros),
    box("mdia", box("mdhd", ...times, 0), box("hdlr", 0, 0, "vide", zeros)),
  );
  const android = place ? [box("udta", box("\u00a9xyz", "\0\x12\x15\xc7", place))] : [];
  const key = "com.apple.quicktime.location.ISO6709";
  const apple = applePlace
    ? [
        box(
          "meta",
          box("hdlr", 0, 0, "mdta", zeros),
          box("keys", 0, 2, box("mdta", "com.apple.quicktime.make"), box("mdta", key)),
          box("ilst", box("\0\0\0\x02", box("data", 1, 0, applePlace))),
        ),
      ]
    : [];
  return new Uint8Array(
    Buffer.concat([
      box("ftyp", "qt  ", 0, "qt  "),
      box("mdat", "film"),
      box("moov", box("mvhd", ...times, zeros), trak, ...android, ...apple),
    ]),
  );
}

/** Two pages of Ogg: the head of Opus, and one that ends at this sample. */
export function oggOf(samples: number, skipped: number): Uint8Array {
  const page = (flags: number, granule: number, body: Buffer) => {
    const head = Buffer.alloc(28);
    head.write("OggS", "latin1");
    head[5] = flags;
    head.writeBigInt64LE(BigInt(granule), 6);
    head.writeUInt32LE(7, 14);
    head[26] = 1;
    head[27] = body.length;
    return Buffer.concat([head, body]);
  };
  const opus = Buffer.alloc(19);
  opus.write("OpusHead", "latin1");
  opus.writeUInt16LE(skipped, 10);
  return new Uint8Array(Buffer.concat([page(2, 0, opus), page(4, samples, Buffer.alloc(9))]));
}
