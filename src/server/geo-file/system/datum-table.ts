// Projected codes of `epsg-table.ts` by their datums, other than those of satellite systems: plain names of the geographic
// system and of the datum, then single codes and runs of codes. Made from the registry; datum.test.ts makes it again.

export const datumCodes = `
abidjan1987:2041/2043/2165 abinva962020irf,abinva962020intermediatereferenceframe:9387 afgooye:20538-20539
agd66,australiangeodeticdatum1966:5825 ainelabd,ainelabd1970:2318/20436-20437/20439-20440/20499 americansamoa1962:3102
antigua1943:2001 arc1960:21095 astrodos71:7877-7878 azorescentral1948,azorescentralislands1948:2189
azorescentral1995,azorescentralislands1995:3063 azoresoccidental1939,azoresoccidentalislands1939:2188
azoresoriental1940,azoresorientalislands1940:2190 azoresoriental1995,azoresorientalislands1995:3062
barbados1938:21291-21292 batavia:2308/3001 bda2000,bermuda2000:3770 beduaram:2931 bermuda1957:3769
bgs2005,bulgariageodeticsystem2005:7799-7801/7803/7805/9391 bissau:2095 cadastre1997:5879 camacupa1948:22091
campoinchauspe:2315-2316/22191/22193-22197 cape:22277/22279/22281/22283/22285/22287/22289/22291/22293 carthage:22392
cgrs93,cyprusgeodeticreferencesystem1993:6312 ch1903:2056/21781-21782 chathamislands1971,chathamislandsdatum1971:5518
chathamislands1979,chathamislandsdatum1979:5519 chua:4071 cigd11,caymanislandsgeodeticdatum2011:6391 combani1950:2980
conakry1905:31528-31529 corregoalegre197072:22521-22523/22525 cr05,costarica2005:5367 crsirgas:8908-8910
csg67,centrespatialguyanais1967:2971/3312 dabola1981:3461-3462 dealulpiscului1930:31600 deirezzor:22770/22780
dgn95,datumgeodesinasional1995:23830-23845/23866-23872/23877-23884 dhdn,deutscheshauptdreiecksnetz:3068/5679/31469
dominica1945:2002 douala1948:3119 drukref03,bhutannationalgeodeticdatum:5266/5292-5311
ebbwv14irf,ebbwv14intermediatereferenceframe:9943 ecml14nbirf,ecml14nbintermediatereferenceframe:9761
ed50,europeandatum1950:3066 ed50ed77,europeandatum19501977:2058-2061 egyptgulfofsuezs650tl:3355
eld79,europeanlibyandatum1979:2068-2080/2087 eos21irf,eos21intermediatereferenceframe:9741 est92,estonia1992:3300
est97,estonia1997:3301 ewr2irf,ewr2intermediatereferenceframe:9766 fahud:23239-23240 fatuiva72:3303
fd54,faroedatum1954:3374 feh2010,fehmarnbeltdatum2010:5596 fiji1956:3141-3142 fiji1986,fijigeodeticdatum1986:3460
fnl22irf,fnl22intermediatereferenceframe:9977 fortmarigot:2969 garoua:2312
gbk19irf,gbk19intermediatereferenceframe:9456 gcgd59,grandcaymangeodeticdatum1959:6128
gdbd2009,geocentricdatumbruneidarussalam2009:5247 gdm2000,geodeticdatumofmalaysia2000:3375-3385
ggrs87,greekgeodeticreferencesystem1987:2100 gr96,greenland1996:3178-3189/6050-6068 grandcomoros:2999
guadeloupe1948:2970 gulshan303:3106/9678 hanoi1972:2093 hd72,hungariandatum1972:23700 hitoxviii1963:2083
hjorsey1955:3054-3056 hongkong1980:2326 hs2irf,hs2intermediatereferenceframe:9300
htrs96,croatianterrestrialreferencesystem:3765-3768 hullee13irf,hullee13intermediatereferenceframe:9967
hutzushan1950:3829 id74,indonesiandatum1974:23846-23852/23887-23888 ig05intermediatecrs,ig05intermediatedatum:6984
igcb1955,institutgeographiqueducongobelge1955:3339-3342 igm95,istitutogeograficomilitaire1995:3064-3065/9716
ign1962kerguelen:3336 ign53mare:2995/3172 ign56lifou:2981 ign72grandeterre:3060
igrs,iraqigeospatialreferencesystem:3890-3892 indian1954:23948 indian1960:3176 indian1975:24047 irenet95:2157-2158
isn2004,islandsnet2004:5325/5638-5639/9947 isn2016,islandsnet2016:8088/9039-9040 isn93,islandsnet1993:3057
jad2001,jamaica2001:3448-3450 kalianpur1962:24311-24313/24376 kalianpur1975:24342-24347/24378-24381/24383
kandawala:5234 karbala1979:3391-3393/6646 kertau1968:4390-4398/24500/24547-24548 kertaurso:3167-3168
kkj,kartastokoordinaattijarjestelma1966:3386-3387 koc,kuwaitoilcompany:24600
korean1985,koreandatum1985:5167-5168/5175/5177 kosovaref01,kosovoreferencesystem2001:9141 kousseri:2313
kudams,kuwaitutility:31901 kyrg06,kyrgyzstangeodeticdatum2006:7692-7696 leigon:25000 lepouce1934:3337
lgd2006,libyangeodeticdatum2006:3177/3190-3199/3201-3203 lks92,latvia1992:3059 lks94,lithuania1994etrs89:3346
luref,luxembourgreferenceframe:2169 luzon1911:25391-25392 makassar:3002 malongo1987:7992/25932 manoca1962:2215
margen,marcogeodesiconacionaldebolivia:5355-5357 martinique1938:2973 massawa:26237 maupiti83:3306
mauritania1999:3343-3345 merchich:26191-26192 mgi,militargeographischeinstitut:9271-9273/31254-31259/31284-31287
mhastoffshore:3354 minna:26332/26393 mml07irf,mml07intermediatereferenceframe:9373 mmn,ministeriodemarinanorte:9252
mms,ministeriodemarinasur:9254 moldor11irf,moldor11intermediatereferenceframe:9880 moldref99:4026 montemario:5659
montserrat1958:2004 moorea87:3305 mop78:2988 moznet,moznetitrf94:3036-3037/5629 mporaloko:26632/26692
mrh21irf,mrh21intermediatereferenceframe:9869 mtrf2000,momraterrestrialreferenceframe2000:8836-8840
mwc18irf,mwc18intermediatereferenceframe:20002
nad27,northamericandatum1927:3800/4406/4456/5588/26706/26733-26734/26741-26744/26746/26756-26757/26768-26769/26779/26783/26786-26787/26799/32008-32009/32011/32027/32030/32033/32037/32042/32044/32046/32048-32049/32058/32081/32083/32086
nahrwan1934:7005-7007 nahrwan1967:27040 nakhleghanem:3307 naparima1955:2067 naparima1972:27120
nea74noumea:2998/3165-3166 ngn,nationalgeodeticnetwork:31838-31839 nordsahara1959:30729-30732/30791-30792
nzgd49,newzealandgeodeticdatum1949:27213-27214/27216-27217/27228 ocotepeque1935:5459-5461/5559
ongd14,omannationalgeodeticdatum2014:7374-7376 ongd17,omannationalgeodeticdatum2017:9295-9297 osni1952:29901
palestine1923:28193 pd83,potsdamdatum83:3396/5666 pitcairn1967:3784 pitcairn2006:3783
pn68,picodelasnieves1968:9404-9405 pn84,picodelasnieves1984:9406-9407
png94,papuanewguineageodeticdatum1994:5550-5552/9874-9875 portosanto,portosanto1936:2942
psad56,provisionalsouthamericandatum1956:24817 psd93,pdosurveydatum1993:3439-3440
ptra08,autonomousregionsofportugal2008:5014-5016/5632-5633 puertorico:3920/3991-3992
pulkovo1942:2580-2581/2639-2640/2935/7830-7831 pulkovo194258:2175/3840/3844 pulkovo194283:2397/3841/5673
pulkovo1995:2463/2491/2641-2642/2696-2700/2756-2758/20004/20032 qatar1974:28600 qnd95,qatarnationaldatum1995:2932
qornoq1927:2216-2217 rassadiran:2057 redgeomin,redgeodesicaparamineriaenchile:9697-9699
regcan95,redgeodesicadecanarias1995:4082-4083/5634-5635 reunion1947:3727
rgaf09,reseaugeodesiquedesantillesfrancaises2009:5490 rgm04,reseaugeodesiquedemayotte2004:4471
rgnc9193,reseaugeodesiquedenouvellecaledonie9193:3163/3169-3171 rgpf,reseaugeodesiquedelapolynesiefrancaise:3296-3299
rgr92,reseaugeodesiquedelareunion1992:2975/5644 rgrdc2005,reseaugeodesiquedelardc2005:4048-4051/4056-4063/5844
rgspm06,reseaugeodesiquedesaintpierreetmiquelon2006:4467
rgtaaf07,reseaugeodesiquedesterresaustralesetantarctiquesfrancaises2007:7074-7081/8455-8456
rgwf96,reseaugeodesiquedewallisetfutuna1996:8903 rraf1991,reseaudereferencedesantillesfrancaises1991:4559
rsao13,referencesystemdeangola2013:9156-9159 rsrgd2000,rosssearegiongeodeticdatum2000:3852/5479-5482
sad6996,southamericandatum196996:5530-5531/5533-5535/5858/5875-5877 saintpierreetmiquelon1950:2987 sapperhill1943:29221
schwarzeck:29333/29371/29373/29375/29377/29379/29381/29383/29385 scm22irf,scm22intermediatereferenceframe:9972
segara,gunungsegara:2933 selvagemgrande:2943 shgd2015,sthelenageodeticdatum2015:7887 sierraleone1968:2161-2162
sigd61,sisterislandsgeodeticdatum1961:6129 slovenia1996,sloveniageodeticdatum1996:3794/8687 southeastisland1943:6915
southyemen:2395-2396 srbetrs89,serbianspatialreferencesystem2000:8682
srgi2013,sistemreferensigeospasialindonesia2013:9476-9482/9487-9494 st71belep:2997 st84iledespins:2996 st87ouvea:3164
sthelenatritan:7882-7883 stkitts1955:2005 stlucia1955:2006 stvincent1945:2007 svy21:3414
sweref99:3006-3018/3152/3845-3850/3854 tahaa54:2977 tahiti52:2976 tahiti79:3304 tananarive,tananarive1925:29738-29739
tapiaike:9249-9250 tgd2005,tongageodeticdatum2005:5887 timbalai1948:29849-29850 tm65:29902
tm75,geodeticdatumof1965:29903 tokyo:3092/3094-3096/30163-30179 tpen11irf,tpen11intermediatereferenceframe:9367
trinidad1903:2314/30200 turef,turkishnationalreferenceframe:5253-5259/5269-5275/5636-5637
twd97,taiwandatum1997:3825-3826 ucs2000,ukraine2000:5562-5569/6381-6387/9821/9831-9841/9851-9865 vitilevu1912:3140
vn2000,vietnam2000:3405-3406/5896/9205-9208/9210-9218 voirol1875:30491-30492
wgs72be,wgs72transitbroadcastephemeris:2094/3415 yemenngn96,yemennationalgeodeticnetwork1996:2089-2090/5836-5837
yoff:31028 zanderij:31121/31154/31170-31171
`;
