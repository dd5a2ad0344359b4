-- A filter of pandoc: what the slides of this folder can do besides what pandoc's slides can. README.md explains it.
--
-- Slides are built up: one after the other, each shows more. What is still to come keeps its place, so that nothing moves.
-- A handout has the slides of the class `handout` on one page, and leaves their answers and numbers to be filled in.

local handout = false
local whole_picture = "999" -- no run has as many steps

local function read(path)
  local file = assert(io.open(path), "there is no picture " .. path)
  local content = file:read("a")
  file:close()
  return content
end

-- The picture as it was after a step of the run that it was drawn from, on paper: "4" is step 4, "4@0-50" its upper half.
local function frame(path, view)
  local step, top, bottom = view:match("^(%d+)@?(%d*)-?(%d*)$")
  step = tonumber(step)
  local rules = ""
  local content = read(path):gsub("@media %b() %b{}", "")
  local last = 0
  for number in content:gmatch("step&#45;(%d+)") do last = math.max(last, tonumber(number)) end
  for hidden = step + 1, last do rules = rules .. ".step-" .. hidden .. " { visibility: hidden; }\n" end
  content = content:gsub("</style>", rules .. "</style>", 1)
  if top ~= "" then
    content = content:gsub('width="[^"]*" height="[^"]*"\n viewBox="0.00 0.00 ([%d.]+) ([%d.]+)"', function(width, height)
      local part = (bottom - top) / 100 * height
      return string.format('width="%spt" height="%fpt"\n viewBox="0 %f %s %f"', width, part, top / 100 * height, width, part)
    end, 1)
  end
  local name = path:match("[^/]*$"):gsub("%.svg$", "") .. "-" .. view .. ".svg"
  pandoc.mediabag.insert(name, "image/svg+xml", content)
  return name
end

local function is_pause(block)
  return (block.t == "Para" or block.t == "Plain") and pandoc.utils.stringify(block) == ". . ."
end

local function each_picture(blocks, change)
  return pandoc.Div(blocks):walk({ Image = change }).content
end

-- After which steps, and which part of it, the picture of a slide is shown: frames="0 2 4@50-100".
local function frames_of(blocks)
  local steps = {}
  each_picture(blocks, function(image)
    for step in (image.attributes.frames or ""):gmatch("%S+") do table.insert(steps, step) end
  end)
  return steps
end

local function with_frame(blocks, step)
  return each_picture(blocks, function(image)
    if image.attributes.frames then image.src = frame(image.src, step) end
    image.attributes.frames = nil
    return image
  end)
end

-- The blocks between the pauses of a slide.
local function parts_of(blocks)
  local parts = { pandoc.List() }
  for _, block in ipairs(blocks) do
    if is_pause(block) then table.insert(parts, pandoc.List())
    else parts[#parts]:insert(block)
    end
  end
  return parts
end

local function add_slide(slides, header, blocks)
  local copy = header:clone()
  if #slides > 0 and header.identifier ~= "" then copy.identifier = header.identifier .. "-" .. #slides end
  slides:insert(copy)
  slides:extend(blocks)
end

local function build_up(slides, slide)
  local steps = frames_of(slide.blocks)
  for index = 1, #steps - 1 do
    add_slide(slides, slide.header, with_frame(parts_of(slide.blocks)[1], steps[index]))
  end
  local parts = parts_of(#steps > 0 and with_frame(slide.blocks, steps[#steps]) or slide.blocks)
  for shown = 1, #parts do
    local blocks = pandoc.List()
    for index, part in ipairs(parts) do
      if index <= shown then blocks:extend(part)
      elseif #part > 0 then blocks:insert(pandoc.Div(part, { class = "later" }))
      end
    end
    add_slide(slides, slide.header, blocks)
  end
end

-- Numbers, which stand on the right of their cells, are left out.
local function blanks(blocks)
  return pandoc.Div(blocks):walk({ Table = function(found)
    local simple = pandoc.utils.to_simple_table(found)
    for _, row in ipairs(simple.rows) do
      for column, alignment in ipairs(simple.aligns) do
        if alignment == "AlignRight" then row[column] = {} end
      end
    end
    return pandoc.utils.from_simple_table(simple)
  end }).content
end

local function to_fill_in(slides, slide)
  if not slide.header.classes:includes("handout") then return end
  local steps = frames_of(slide.blocks)
  local parts = parts_of(#steps > 0 and with_frame(slide.blocks, whole_picture) or slide.blocks)
  slides:insert(slide.header)
  slides:extend(blanks(parts[1]))
  if #parts > 1 then slides:insert(pandoc.Div({}, { class = "answer" })) end
  for index = 2, #parts do
    slides:extend(blanks(parts[index]:filter(function(block) return block.t == "Table" end)))
  end
end

function Meta(meta) handout = meta.handout ~= nil end

function Pandoc(document)
  local slides, slide = pandoc.List(), nil
  local add = handout and to_fill_in or build_up
  for _, block in ipairs(document.blocks) do
    if block.t == "Header" and block.level == 2 then
      if slide then add(slides, slide) end
      slide = { header = block, blocks = pandoc.List() }
    elseif slide then slide.blocks:insert(block)
    end
  end
  if slide then add(slides, slide) end
  return pandoc.Pandoc(slides, document.meta)
end

return { { Meta = Meta }, { Pandoc = Pandoc } }
